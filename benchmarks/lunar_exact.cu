// Lunar Poker's exchanges: kernels of lunar_exact.py, which says what they count. A card is 4 * rank + suit; the card that lies open is
// of suit 0. A key has four bits for each rank, which count its cards.
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned u32;
typedef unsigned short u16;
typedef unsigned char u8;
#define LEVELS 7463
#define CHOICES 26
#define MOST_DRAWN 8400
#define WHOLE_DECK 0x4444444444444ull
#define OF(key, rank) ((int)((key) >> 4 * (rank) & 15))
enum { QUALIFYING, NOT_QUALIFIED, TIE, LOSE, FOLD, FORCED_TIE, FORCED_LOSE, FORCED_FAIL, DECLINED };

__device__ int net_of(int dealer, int level, int win, const int *nets) {
  return dealer < nets[QUALIFYING] ? nets[NOT_QUALIFIED] : dealer < level ? win : dealer == level ? nets[TIE] : nets[LOSE];
}

__device__ i64 sum_of_warp(i64 sum) {
  for (int step = 16; step; step >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, step);
  return sum;
}

// By cards thrown (a row) and the final hand: what a bet nets over all the dealer's hands, as if suits did not matter.
extern "C" __global__ void meet_by_ranks(int up, int rows, const u64 *thrown, const u64 *key_of, const u16 *made, const int *nets,
                                         const int *win, int *net) {
  i64 n = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= (i64)rows * LEVELS) return;
  int level = n % LEVELS, wins = win[level], sum = 0, at = 0;
  u64 gone = key_of[level] + thrown[n / LEVELS] + (1ull << 4 * up);
  if ((gone + 0x3333333333333ull) & 0x8888888888888ull) return;  // five of a rank
  u64 live = WHOLE_DECK - gone;
  for (int a = 0; a < 13; a++) for (int b = 0, one = OF(live, a); b <= a; b++) {
    int two = b == a ? one * (one - 1) / 2 : one * OF(live, b);
    for (int c = 0; c <= b; c++) {
      int run = c < b ? 0 : b < a ? 1 : 2, three = two * (OF(live, c) - run) / (run + 1);
      if (!three) { at += c + 1; continue; }
      for (int d = 0; d <= c; d++) {
        int four = d < c ? three * OF(live, d) : three * (OF(live, d) - run - 1) / (run + 2);
        sum += four * net_of(made[at++], level, wins, nets);
      }
    }
  }
  net[n] = sum;
}

// By the ranks left of the open suit and the class of the final hand: what the dealer's flushes change in that.
extern "C" __global__ void meet_flushes(int up, int classes, const int *level_of, const u16 *plain, const u16 *flush, const int *nets,
                                        const int *win, int *change) {
  int n = blockIdx.x * blockDim.x + threadIdx.x, live = n / classes, level, bits[13], many = 0, sum = 0;
  if (live >> 13 || live >> up & 1) return;
  level = level_of[n % classes];
  for (int rank = 0; rank < 13; rank++) if (live >> rank & 1) bits[many++] = 1 << rank;
  for (int a = 3; a < many; a++) for (int b = 2; b < a; b++) for (int c = 1; c < b; c++) for (int d = 0; d < c; d++) {
    int five = 1 << up | bits[a] | bits[b] | bits[c] | bits[d];
    sum += net_of(flush[five], level, win[level], nets) - net_of(plain[five], level, win[level], nets);
  }
  change[n] = sum;
}

// A forced dealer's draws by how they end, and what that nets beyond declining, if it does.
struct Draws { int won, tied, lost; };

__device__ void place(Draws &draws, int made, int count, int level) {
  if (made < level) draws.won += count; else if (made == level) draws.tied += count; else draws.lost += count;
}

__device__ i64 gain(Draws draws, int left, int win, const int *nets) {
  int failed = left - draws.won - draws.tied - draws.lost;
  int net = draws.won * win + draws.tied * nets[FORCED_TIE] + draws.lost * nets[FORCED_LOSE] + failed * nets[FORCED_FAIL];
  return max(0, net - left * nets[DECLINED]);
}

__device__ int straight_top(int ranks) {
  int run = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
  return run ? 35 - __clz(run) : (ranks & 0x100f) == 0x100f ? 3 : -1;
}

// Draws that make four kept ranks a straight, added to those that make a pair, which every hand here beats.
__device__ Draws plain_draws(int kept, int pairs, u64 key, int level, const u16 *plain, int &makers) {
  Draws draws = {pairs, 0, 0};
  makers = 0;
  if (__clz(kept & -kept) - __clz(kept) > 4 && kept & ~0x100f) return draws;
  for (int rank = 0; rank < 13; rank++) {
    int five = kept | 1 << rank;
    if (five != kept && straight_top(five) >= 0) { makers |= 1 << rank; place(draws, plain[five], OF(key, rank), level); }
  }
  return draws;
}

__device__ Draws with_flushes(Draws draws, int kept, int suited, int makers, int level, const u16 *plain, const u16 *flush) {
  for (int rest = suited & ~kept; rest; rest &= rest - 1) {
    int five = kept | (rest & -rest);
    if (makers & rest & -rest) place(draws, plain[five], -1, level);
    place(draws, flush[five], 1, level);
  }
  return draws;
}

// What forcing gains, summed over the dealer's hands that do not qualify and the `left` cards that may be drawn. `key` counts the
// live cards by rank; `suit` has the live ranks of each suit, or is null for a bound: all four of a suit are there, and all flushes win.
__device__ i64 force(int up, u64 key, const int *suit, int left, int level, int win, const u16 *plain, const u16 *flush, const int *nets) {
  i64 gained = 0;
  for (int a = 3; a < 13; a++) if (a != up && OF(key, a)) for (int b = 2; b < a; b++) if (b != up && OF(key, b)) {
    if ((1 << up | 1 << a | 1 << b) >> 11 == 3) continue;
    for (int c = 1; c < b; c++) if (c != up && OF(key, c)) for (int d = 0; d < c; d++) if (d != up && OF(key, d)) {
      int three = 1 << b | 1 << c | 1 << d, kept = three | 1 << min(a, up), makers, goes = up > a;
      if (straight_top(three | 1 << a | 1 << up) >= 0) continue;
      // The dealer's own cards are no longer there to be drawn.
      int pairs = (goes ? OF(key, a) - 1 : OF(key, up)) + OF(key, b) + OF(key, c) + OF(key, d) - 3;
      Draws draws = plain_draws(kept, pairs, key, level, plain, makers), flushes;
      int hands = OF(key, a) * OF(key, b) * OF(key, c) * OF(key, d);
      if (!suit) {
        flushes = draws; flushes.won += 9;
        gained += hands * gain(draws, left, win, nets) + (goes ? 3 : OF(key, a)) * gain(flushes, left, win, nets);
        continue;
      }
      for (int one = 0; one < (goes ? 4 : 1); one++) {
        int dealt = goes ? kept : three, alike = goes ? 1 : OF(key, a);
        if ((suit[one] & dealt) != dealt) continue;
        hands -= alike;
        if (goes && one == 0) continue;  // with the open card a flush, which qualifies
        if (!goes) alike -= suit[0] >> a & 1;
        flushes = with_flushes(draws, kept, suit[one], makers, level, plain, flush);
        gained += alike * gain(flushes, left, win, nets);
      }
      gained += hands * gain(draws, left, win, nets);
    }
  }
  return gained;
}

// By cards thrown and a hand that may gain by forcing: a bound to what it gains.
extern "C" __global__ void bound_forcing(int up, int rows, const u64 *thrown, const int *left_of, int strong, const int *level_of,
                                         const u64 *key_of, const u16 *plain, const u16 *flush, const int *nets, const int *win,
                                         int *most) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= rows * strong) return;
  int row = n / strong, level = level_of[n % strong];
  u64 gone = key_of[level] + thrown[row] + (1ull << 4 * up);
  if ((gone + 0x3333333333333ull) & 0x8888888888888ull) return;
  most[n] = force(up, WHOLE_DECK - gone, 0, left_of[row], level, win[level], plain, flush, nets);
}

// A block for each hand: every exchange, over all draws, bet or folded; without what forcing gains, and a bound to that. Lists of draws
// have sets of other suits, and from bit 16 on the ranks of the open suit; lists of levels, by ranks kept and draw, a level, from bit 13
// on its class, and bit 31 if it may gain by forcing. `lists` says by cards drawn where each of them begins and how long it is.
extern "C" __global__ void weigh(int up, int hands, const u8 *cards, const int *kept_of, const u64 *other_suits, int sets,
                                 const int *row_of, const int *first_row, const u32 *draw_lists, const u32 *level_lists,
                                 const int *mask_lists, const int *lists, const int *net, const int *change, int classes, const u16 *class_of,
                                 const short *strong_of, const int *most, int strong, const u16 *plain, const u16 *flush,
                                 const int *fold_of, i64 *found, i64 *bound, int *refuted) {
  __shared__ u8 ways[MOST_DRAWN];
  __shared__ u64 sums[2 * CHOICES];
  int hand = blockIdx.x, dead[4] = {1 << up, 0, 0, 0};
  u64 others = 0x3333333333333ull;
  for (int n = 0; n < 5; n++) {
    int card = cards[5 * hand + n];
    dead[card & 3] |= 1 << (card >> 2);
    if (card & 3) others -= 1ull << (card & ~3);
  }
  for (int n = threadIdx.x; n < 2 * CHOICES; n += blockDim.x) sums[n] = 0;
  for (int n = threadIdx.x; n < sets; n += blockDim.x) {
    int product = 1;
    for (u64 key = other_suits[n]; key; ) {
      int shift = (__ffsll(key) - 1) & ~3, drawn = key >> shift & 15, live = others >> shift & 15;
      product *= drawn == 1 ? live : drawn == 2 ? live * (live - 1) / 2 : live == 3;
      key &= ~(15ull << shift);
    }
    ways[n] = product;
  }
  __syncthreads();
  int live = 8191 & ~dead[0];
  for (int choice = 0; choice < CHOICES; choice++) {
    int kept = kept_of[choice], suits = 0, ranks = 0, size = 0, held = 0, row = 0, place = 0;
    for (int n = 0; n < 5; n++) {
      int card = cards[5 * hand + n];
      if (kept >> n & 1) { place += row_of[held++ * 13 + (card >> 2)]; suits |= 1 << (card & 3); ranks |= 1 << (card >> 2); }
      else row += row_of[size++ * 13 + (card >> 2)];
    }
    row += first_row[size];
    const int *nets = net + (i64)row * LEVELS, *mosts = most + (i64)row * strong;
    const int *list = lists + 5 * size, *masks = mask_lists + list[3];
    int fold = fold_of[size], many = list[1];
    const u32 *draws = draw_lists + list[0], *levels = level_lists + list[2] + place * many;
    i64 sum = 0, above = 0;
    for (int n = threadIdx.x; n < many; n += blockDim.x) {
      u32 draw = draws[n], same = draw >> 16, number = ways[draw & 0xffff];
      if (same & dead[0] || !number) continue;
      u32 made = levels[n];
      int value = nets[made & 8191] + change[(live ^ same) * classes + (made >> 13 & 2047)];
      if (made >> 31) {
        if (value < fold) *refuted = 1;
        above += (i64)mosts[strong_of[made & 8191]] * number;
      }
      sum += (i64)max(value, fold) * number;
    }
    for (int suit = 0; suit < 4; suit++) {  // of one suit it is another hand
      if (suits & ~(1 << suit)) continue;
      for (int n = threadIdx.x; n < list[4]; n += blockDim.x) {
        int mask = masks[n];
        if (mask & dead[suit]) continue;
        int before = plain[mask | ranks], after = flush[mask | ranks], at = (suit ? live : live ^ mask) * classes;
        int value = nets[after] + change[at + class_of[after]];
        if (value < fold) *refuted = 1;
        sum += value - max(nets[before] + change[at + class_of[before]], fold);
        above += mosts[strong_of[after]] - (strong_of[before] < 0 ? 0 : mosts[strong_of[before]]);
      }
    }
    sum = sum_of_warp(sum);
    above = sum_of_warp(above);
    if ((threadIdx.x & 31) == 0) { atomicAdd(sums + 2 * choice, (u64)sum); atomicAdd(sums + 2 * choice + 1, (u64)above); }
  }
  __syncthreads();
  for (int n = threadIdx.x; n < CHOICES; n += blockDim.x) {
    found[(i64)hand * CHOICES + n] = sums[2 * n];
    bound[(i64)hand * CHOICES + n] = sums[2 * n + 1];
  }
}

// A block for each exchange asked for: what forcing gains, over all final hands that may.
#define PART 4096
extern "C" __global__ void gain_by_forcing(int up, const int *hand_of, const int *choice_of, const u8 *cards, const int *kept_of,
                                           int finals, const u64 *final_cards, const u16 *final_levels, const u16 *plain,
                                           const u16 *flush, const int *nets, const int *win, i64 *found) {
  __shared__ u16 queue[PART];
  __shared__ int queued;
  __shared__ u64 total;
  int kept = kept_of[choice_of[blockIdx.x]], size = 0;
  u64 held = 0, stay = 0;
  for (int n = 0; n < 5; n++) {
    u64 card = 1ull << cards[5 * hand_of[blockIdx.x] + n];
    held |= card;
    if (kept >> n & 1) stay |= card; else size++;
  }
  i64 sum = 0;
  if (threadIdx.x == 0) total = 0;
  for (int first = 0; first < finals; first += PART) {
    __syncthreads();
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();
    for (int n = first + threadIdx.x; n < min(first + PART, finals); n += blockDim.x)
      if ((final_cards[n] & (held | 1ull << 4 * up)) == stay) queue[atomicAdd(&queued, 1)] = n - first;
    __syncthreads();
    for (int n = threadIdx.x; n < queued; n += blockDim.x) {
      int level = final_levels[first + queue[n]], suit[4] = {0, 0, 0, 0};
      u64 live = ~(final_cards[first + queue[n]] | held | 1ull << 4 * up), key = 0;
      for (int rank = 0; rank < 13; rank++) {
        int alike = OF(live, rank);
        key |= (u64)__popc(alike) << 4 * rank;
        for (int one = 0; one < 4; one++) suit[one] |= (alike >> one & 1) << rank;
      }
      sum += force(up, key, suit, 42 - size, level, win[level], plain, flush, nets);
    }
  }
  sum = sum_of_warp(sum);
  if ((threadIdx.x & 31) == 0) atomicAdd(&total, (u64)sum);
  __syncthreads();
  if (threadIdx.x == 0) found[blockIdx.x] = total;
}
