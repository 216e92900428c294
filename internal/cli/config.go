package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"lode/internal/config"
)

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings",
		Args:  takesNone,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "show",
		Short: "Print every setting with where it comes from",
		Long: `Print every setting that is in force and where its value comes from: the
defaults, .lode/config.json, or an environment variable, which wins.

The variable of a setting is its key in capitals, with LODE_ before it and _ for
the dot: LODE_CHUNKING_SIZE=800. Lists are separated by commas.`,
		Example: `  lode config show
  LODE_RETRIEVAL_LIMIT=20 lode config show --json`,
		Args: takesNone,
		RunE: func(*cobra.Command, []string) error { return a.runConfigShow() },
	})
	return cmd
}

// configReport is the settings with their origins.
type configReport struct {
	File     string            `json:"file"`
	Settings config.Config     `json:"settings"`
	Origin   map[string]string `json:"origin"` // of every key: default, the file, or a variable
}

func (a *app) runConfigShow() error {
	p, err := a.project()
	if err != nil {
		return err
	}
	r := configReport{File: p.configFile(), Settings: p.config, Origin: map[string]string{}}
	st := a.style()
	p.config.Each(func(key string, value any) {
		r.Origin[key] = "default"
		if from := p.origin[key]; from != "" {
			r.Origin[key] = from
		}
		if a.json || err != nil {
			return
		}
		var text []byte
		if text, err = json.Marshal(value); err == nil {
			fmt.Fprintf(a.out, "%-34s %-28s %s\n", key, st.foreign(inkPlain, string(text)), st.foreign(inkDim, r.Origin[key]))
		}
	})
	if err == nil && a.json {
		return a.printJSON(r)
	}
	return err
}
