/**
 * The program between cw and an agent, in POSIX sh, so that an agent outlives whoever started it.
 *
 * Arguments: the run's log directory, how input is given (`pipe` or `file`), how many companions there are, of each how many
 * words its command has and these words, then the agent's argument array. A companion runs beside the agent and is to end
 * with its input, which ends when the wrapper does, however that does; when it is killed, it is started again.
 * It writes `pid` ("<wrapper> <holder>") once the pipe can be written to, and `exit` when the agent has ended; both by
 * rename, so that a reader sees all of it or nothing. `started` is made first: of two wrappers for one directory
 * only one runs the agent.
 *
 * - Signals are caught, not ignored: an ignored one stays ignored in the agent.
 * - The holder keeps the pipe open for writing; ending it is the agent's end of input. It first passes on `first-input`,
 *   and makes `first-sent` afterwards, so that a prompt longer than a pipe survives the death of the server too.
 * - The holder is ended by KILL: until it has put off the traps it was forked with, a TERM is lost, and it would be waited for for ever.
 * - Where bubblewrap gives up since a socket that it was to cover was gone just then (`covers.now`), nothing has begun and nothing of the
 *   input is read: it is started again, with what there is now.
 * - Nobody reads the pipe any more once `exit` is written, so that nothing is taken for said to an agent that has ended.
 * - On a full disk it holds the exit code until there is room to write it; without the log directory it ends.
 * - Its own files are for the user alone; those of the agent go by the user's umask, as if the user had made them.
 * - Its own commands come from the system, whatever the PATH of the agent is.
 * - The agent runs in the foreground, since a background job of sh can never again receive INT.
 */
export const wrapper = `
d=$1; mode=$2; companions=$3; shift 3; of_user=$(umask); umask 077
agent_path=$PATH; PATH=/usr/bin:/bin:$PATH
mkdir "$d/started" 2>/dev/null || exit 0
trap asked=1 TERM INT HUP
asked=
tries=0
lost_cover() {
  [ "$rc" = 1 ] && [ -z "$asked" ] && [ -s "$d/covers.now" ] && ! grep -q '"exit-code"' "$d/sandbox-status" || return 1
  tries=$((tries + 1)); [ "$tries" -lt 50 ] || return 1
  why=$(tail -n 1 "$d/stderr.log")
  case $why in "bwrap: "*) ;; *) return 1 ;; esac
  tr '\\000' '\\n' <"$d/covers.now" | while IFS= read -r path; do
    case $path in /*) ;; *) continue ;; esac
    [ -e "$path" ] || exit 3
    case $why in *"$path: "*) exit 3 ;; esac
  done
  [ "$?" = 3 ]
}
c=
if [ "$companions" -gt 0 ]; then
  mkfifo "$d/alive"
  exec 5<>"$d/alive"
fi
while [ "$companions" -gt 0 ]; do
  beside=$1; shift; companions=$((companions - 1))
  (
    i=0
    for word in "$@"; do
      [ "$i" -lt "$beside" ] && set -- "$@" "$word"
      shift; i=$((i + 1))
    done
    until "$@" || ! kill -0 "$$"; do sleep 1; done
  ) <"$d/alive" >/dev/null 2>>"$d/companion.log" 5>&- & c="$c $!"
  shift "$beside"
done
if [ "$mode" = pipe ]; then
  mkfifo "$d/in"
  exec 3<>"$d/in"
  (
    exec 5>&-
    cat "$d/first-input" 3>&- >"$d/in"
    : >"$d/first-sent"
    exec sleep 2147483647 </dev/null >/dev/null 2>&1
  ) & h=$!
  exec 4<"$d/in" 3>&-
  echo "$$ $h" >"$d/pid.tmp"; mv "$d/pid.tmp" "$d/pid"
  until umask "$of_user"; PATH=$agent_path "$@" <&4 4<&- 5>&-; rc=$?; umask 077; ! lost_cover; do :; done
  exec 4<&-
  kill -9 "$h" 2>/dev/null; wait "$h" 2>/dev/null
else
  echo "$$ 0" >"$d/pid.tmp"; mv "$d/pid.tmp" "$d/pid"
  until umask "$of_user"; PATH=$agent_path "$@" <"$d/first-input" 5>&-; rc=$?; umask 077; ! lost_cover; do :; done
fi
exec 5>&-
[ -z "$c" ] || kill $c 2>/dev/null
until echo "$rc" >"$d/exit.tmp" && [ -s "$d/exit.tmp" ]; do [ -d "$d" ] || exit "$rc"; sleep 5; done 2>/dev/null
mv "$d/exit.tmp" "$d/exit"
`;

/** Names of the files a run's log directory holds. */
export const logFiles = {
  prompt: 'PROMPT.md',
  input: 'input',
  output: 'output.jsonl',
  errors: 'stderr.log',
  exit: 'exit',
  pid: 'pid',
  pipe: 'in',
  firstInput: 'first-input',
  firstSent: 'first-sent',
  env: 'env.json',
  mcp: 'mcp.json',
  times: 'times',
  silence: 'silence',
  removed: 'removed',
  companion: 'companion.log',
} as const;
