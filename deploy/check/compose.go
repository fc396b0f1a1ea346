// Reads compose files as `docker compose config` does and prints the result as JSON: the first argument is a
// file of variables, the others are compose files.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(
		os.Args[2:],
		cli.WithWorkingDirectory(filepath.Dir(os.Args[2])),
		cli.WithEnvFiles(os.Args[1]),
		cli.WithDotEnv,
	)
	if err != nil {
		log.Fatal(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(project); err != nil {
		log.Fatal(err)
	}
}
