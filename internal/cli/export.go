package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/query"
)

type exportOptions struct {
	format string
	output string
}

func (a *app) exportCommand() *cobra.Command {
	o := &exportOptions{}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write every fact of the index",
		Long: `Write every fact of the index in canonical order: files by path and, within a
file, imports, symbols, references, data and chunks as they stand in it. Two
indexes of the same tree export the same, however they came about.

The format jsonl has one JSON object a line; its key "type" says what it is.`,
		Example: `  lode export > facts.jsonl
  lode export -o facts.jsonl
  lode export | jq -r 'select(.type == "symbol") | .qualified_name'`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runExport(cmd.Context(), o) },
	}
	cmd.Flags().Var(newChoice(&o.format, "jsonl"), "format", "format of the output")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "`file` to write, replaced only when all is written (default standard output)")
	return cmd
}

func (a *app) runExport(ctx context.Context, o *exportOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	x, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer x.Store.Close()
	if o.output == "" {
		_, err := export(ctx, x, a.out)
		return err
	}
	records := 0
	err = replaceFile(o.output, func(f *os.File) error {
		records, err = export(ctx, x, f)
		return err
	})
	if err != nil {
		return code.Errorf(code.Unavailable, "write %s: %w", o.output, err)
	}
	if a.json {
		file, err := filepath.Abs(o.output)
		if err != nil {
			return err
		}
		return a.printJSON(map[string]any{"file": file, "records": records})
	}
	a.note("wrote %s to %s", plural(records, "record"), o.output)
	return nil
}

// export writes the records as JSON lines. The keys of a record are sorted.
func export(ctx context.Context, x *query.Index, w io.Writer) (records int, err error) {
	buffered := bufio.NewWriterSize(w, 64<<10)
	e := json.NewEncoder(buffered)
	e.SetEscapeHTML(false)
	err = x.Export(ctx, func(r query.Record) error {
		records++
		if err := e.Encode(r); err != nil {
			return fmt.Errorf("write record: %w", err)
		}
		return nil
	})
	if err != nil {
		return records, err
	}
	return records, buffered.Flush()
}
