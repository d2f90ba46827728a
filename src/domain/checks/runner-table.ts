/** Programs that run another program, with the words that come between; '' = the program may follow immediately. */
export const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [''],
  c8: [''],
  nyc: [''],
  bunx: [''],
  pnpx: [''],
  uvx: [''],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx', ''],
  yarn: ['exec', 'dlx', 'run', ''],
  bun: ['x', 'run'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pixi: ['run'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  devbox: ['run'],
  php: [''],
  corepack: [''],
  direnv: ['exec'],
}

/** Programs that run a script named by the project, with the words that come between. */
export const SCRIPT_RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['run', 'run-script'],
  pnpm: ['run', ''],
  yarn: ['run', ''],
  bun: ['run'],
  make: [''],
  gmake: [''],
  ninja: [''],
  tox: ['run', 'r', 'run-parallel', 'p', ''],
  nox: [''],
  lerna: ['run'],
  poe: [''],
  inv: [''],
  grunt: [''],
  gulp: [''],
  moon: ['run', 'ci', ''],
  earthly: [''],
  just: [''],
  task: [''],
  rake: [''],
  mise: ['run', 'r', ''],
  gradle: [''],
  gradlew: [''],
  mvn: [''],
  mvnw: [''],
  ant: [''],
  nx: ['run', 'run-many', 'affected', ''],
  turbo: ['run', ''],
  'run-p': [''],
  'run-s': [''],
  'npm-run-all': [''],
  composer: ['run', 'run-script', ''],
  hatch: ['run'],
  pdm: ['run'],
  deno: ['task'],
  invoke: [''],
}

/** Options of runners that take the next word as their value. */
export const VALUED: ReadonlySet<string> = new Set(
  `-C --dir --cwd --prefix --directory --project-dir -f --file --makefile -F --filter -w --workspace -p --package
  --project --python --with --with-requirements --with-editable --group --extra --env-file --config --manifest-path
  --concurrency --workspace-concurrency --log-level --loglevel`.split(/\s+/),
)

/** Programs that run a command in a container or pod, after `exec` or `run`. */
export const CONTAINERS: ReadonlySet<string> = new Set(
  'docker docker-compose podman podman-compose nerdctl kubectl lando ddev sail vagrant'.split(' '),
)

/** Programs that never run what their words name. */
export const PLAIN: ReadonlySet<string> = new Set(
  `ls cd pwd echo printf cat bat head tail less more nl wc diff grep egrep fgrep rg ag ack fd find tree stat file du df
  which whereis type whoami id uname hostname date printenv sort uniq cut tr awk sed jq yq column basename dirname
  realpath readlink ps true false test [ [[ : for read sleep seq comm paste tac xxd hexdump strings man info tldr help
  export source . set unset alias unalias local declare typeset let return exit trap hash wait jobs fg bg umask ulimit
  mkdir rmdir rm mv cp ln touch chmod chown chgrp tee truncate install rsync scp tar zip unzip gzip gunzip git gh glab
  svn hg curl wget http ssh-keygen kill pkill killall pgrep lsof top htop open code vim vi nano emacs subl history
  apt apt-get brew dnf yum apk pacman port snap choco scoop winget pip pip3 pipx conda mamba gem asdf nvm pyenv rbenv
  volta fnm sdk rustup systemctl service journalctl crontab psql mysql sqlite3 redis-cli mongosh tmux screen claude
  command builtin sudo bash sh zsh`.split(/\s+/),
)
