package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"lode/internal/store"
)

// version is set when lode is built: -ldflags "-X lode/internal/cli.version=…".
var version = "dev"

type versionReport struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" when it is not known
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Schema   int    `json:"schema"` // of the index
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  lode version --json",
		Args:    takesNone,
		RunE:    func(*cobra.Command, []string) error { return a.runVersion() },
	}
}

func (a *app) runVersion() error {
	v := versionReport{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Schema: store.SchemaVersion}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
	}
	if a.json {
		return a.printJSON(v)
	}
	fmt.Fprintf(a.out, "lode %s (%s, %s, index schema %d)\n", v.Version, v.Platform, v.Go, v.Schema)
	return nil
}
