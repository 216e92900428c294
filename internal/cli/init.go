package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/config"
)

type initOptions struct{ force bool }

func (a *app) initCommand() *cobra.Command {
	o := &initOptions{}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write the settings' file",
		Long: `Make the folder .lode at the root of the tree, with a .gitignore that keeps the
index out of the repository and a config.json that holds every setting with its
default. lode works without it: it is for changing settings and for sharing
them through the repository.`,
		Example: `  lode init
  lode init --force`,
		Args: takesNone,
		RunE: func(*cobra.Command, []string) error { return a.runInit(o) },
	}
	cmd.Flags().BoolVar(&o.force, "force", false, "replace settings that are there")
	return cmd
}

func (a *app) runInit(o *initOptions) error {
	l, err := a.locate()
	if err != nil {
		return err
	}
	file := l.configFile()
	if _, err := os.Lstat(file); err == nil && !o.force {
		return code.Errorf(code.Invalid, "%s exists: use --force to replace it by the defaults", file)
	}
	if err := prepareFolder(filepath.Dir(file)); err != nil {
		return err
	}
	settings, err := json.MarshalIndent(config.Default(), "", "  ")
	if err != nil {
		return err
	}
	if err := replaceFile(file, func(f *os.File) error {
		_, err := f.Write(append(settings, '\n'))
		return err
	}); err != nil {
		return code.Errorf(code.Unavailable, "cannot write the settings: %v", err)
	}
	if a.json {
		return a.printJSON(map[string]any{"root": l.root, "config": file})
	}
	if !a.quiet {
		fmt.Fprintf(a.out, "Wrote %s\nChange what you like, then run `lode index`.\n", quotePath(file))
	}
	return nil
}

// replaceFile writes a file so that it is there either as before or complete.
func replaceFile(name string, write func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
