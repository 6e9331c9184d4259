from croupier.cli.main import main

main()
