// Command lode searches and explains source code.
package main

import (
	"os"

	"lode/internal/cli"
)

func main() { os.Exit(cli.Main()) }
