import { hiderFor } from '@cw/agents';
import type { McpTool, RunContext } from '@cw/entry/mcp';
import { hideSecrets, isFault } from '@cw/kernel';

type Hide = (text: string) => string;

/**
 * Tools whose words are kept without the secrets in them: what looks like one, and what the agent signed in with. What a
 * tool takes as it is (`verbatim`) stays so.
 * @param hideOf answers what takes secrets out of the words of the calling run
 */
export function withSecretsHidden(
  tools: readonly McpTool<RunContext>[],
  hideOf: () => Promise<Hide>,
): readonly McpTool<RunContext>[] {
  return tools.map((tool) =>
    tool.readOnly || tool.verbatim
      ? tool
      : {
          ...tool,
          run: async (input, context, gone) => tool.run(hideIn(input, await hideOf()), context, gone),
        },
  );
}

/** What takes the secrets out of a run's words; only by their shape where those of its account cannot be read. */
export function hiderOfRun(home: string, hostEnv: NodeJS.ProcessEnv, run: { readonly accountId: string | null }) {
  return hiderFor({ home, hostEnv }, run).catch((error: unknown): Hide => {
    if (!isFault(error)) throw error;
    return (text) => hideSecrets(text);
  });
}

function hideIn<T>(value: T, hide: Hide): T;
function hideIn(value: unknown, hide: Hide): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((each) => hideIn(each, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each, hide)]));
}
