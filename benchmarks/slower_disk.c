/* Every wait for the disk takes so many nanoseconds more: what a disk slower than this one would make of a server. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static void longer(void) {
    static long more = -1;
    if (more < 0) {
        const char *said = getenv("SLOWER_DISK_NS");
        more = said ? atol(said) : 0;
    }
    if (more > 0) {
        struct timespec wait = {more / 1000000000, more % 1000000000};
        prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
        nanosleep(&wait, NULL);
    }
}

int fsync(int file) {
    int done = ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
    longer();
    return done;
}

int fdatasync(int file) {
    int done = ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
    longer();
    return done;
}
