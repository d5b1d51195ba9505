import type { McpServer } from '@cw/agents';
import type { ToolSetName } from './mcp-greeter.ts';
import greeting from './mcp-greeting.json' with { type: 'json' };

/**
 * Answers in POSIX sh the greeting of an agent, if it is worded as the SDK words it, and lets the program go on with all
 * else: a shell takes a twentieth of the time and of the memory that Node does, and many agents never call a tool.
 *
 * Arguments: where to put what was heard, the spoken versions, what is answered to `initialize` behind the version and to
 * `tools/list`, both up to the id; then the command that goes on. What was heard begins with the `initialize` that was
 * answered, or an empty line, and ends with the line that is not answered.
 *
 * - A line is read byte by byte, so that whatever follows it is still there for the program.
 * - An id is only taken from the end of a line, where it can belong to nothing else.
 */
const doorman = `
heard=$1 versions=$2 hello=$3 tools=$4; shift 4
br='
'
kept=
while IFS= read -r line; do
  number=\${line##*',"jsonrpc":"2.0","id":'}
  case $number in *[!0-9]*'}' | '}' | *[!}]) number= ;; *) number=\${number%'}'} ;; esac
  case \${kept:+$br}$line in
    '{"method":"initialize","params":{"protocolVersion":"'*'}')
      version=\${line#'{"method":"initialize","params":{"protocolVersion":"'}
      version=\${version%%'"'*}
      case " $versions " in *" $version "*) ;; *) break ;; esac
      [ -n "$number" ] || break
      printf '{"result":{"protocolVersion":"%s",%s%s}\\n' "$version" "$hello" "$number"
      kept=$line$br ;;
    "$br"'{"method":"notifications/initialized","jsonrpc":"2.0"}') kept=$kept$line$br ;;
    "$br"'{"method":"tools/list","jsonrpc":"2.0","id":'*)
      [ "$line" = '{"method":"tools/list","jsonrpc":"2.0","id":'"$number}" ] || break
      printf '%s%s}\\n' "$tools" "$number" ;;
    *) break ;;
  esac
  line=
done
[ -n "$line" ] || exit 0
umask 077
printf '%s\\n' "\${kept:-$br}$line" >"$heard" || exit 1
exec "$@" --heard "$heard"
`;

export type Doorman = {
  readonly set: ToolSetName;
  /** Of the program. */
  readonly version: string;
  /** A file for what is heard until the program goes on. */
  readonly heard: string;
};

/** The same server behind a shell that answers the greeting, and starts it once something else is said. */
export function behindDoorman(server: McpServer, { set, version, heard }: Doorman): McpServer {
  const { capabilities, serverInfo } = greeting.initialize;
  const { instructions, tools } = greeting.sets[set];
  const hello = { capabilities, serverInfo: { ...serverInfo, version }, instructions };
  const answers = [
    `${JSON.stringify(hello).slice(1)},"jsonrpc":"2.0","id":`,
    `${JSON.stringify({ result: { tools } }).slice(0, -1)},"jsonrpc":"2.0","id":`,
  ];
  const words = [heard, greeting.versions.join(' '), ...answers, server.command, ...server.args];
  return { ...server, command: '/bin/sh', args: ['-c', doorman, 'cw-mcp', ...words] };
}
