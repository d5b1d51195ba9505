/** Names that by their look hold a secret, or that belong to cw, to git or to the agent programs. */
const withheld =
  /^(GIT_|CW_|CLAUDE|ANTHROPIC_|OPENAI_|CODEX_|AWS_|AZURE_|GOOGLE_APPLICATION_|NODE_OPTIONS$|NODE_CHANNEL)|TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL/i;

/**
 * What a project's own command (a check, the set-up) finds in its environment: the user's, without secrets and without
 * what would tie it to this program. Checks run what agents wrote, so a secret in there would be theirs.
 */
export function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.test(name)));
}
