/** What secrets look like, and what each is. */
export const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/, 'a private key'],
  [/\b(AKIA|ASIA)[0-9A-Z]{16}\b/, 'an AWS access key'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{50,}\b/, 'a GitHub token'],
  [/\bglpat-[A-Za-z0-9_-]{20,}/, 'a GitLab token'],
  [/\bsk-ant-[A-Za-z0-9_-]{20,}/, 'an Anthropic key'],
  [/\bsk-(proj-)?[A-Za-z0-9_-]{40,}/, 'an OpenAI key'],
  [/\bxox[abposr]-[A-Za-z0-9-]{10,}/, 'a Slack token'],
  [/\bAIza[0-9A-Za-z_-]{35}/, 'a Google key'],
  [/\bnpm_[A-Za-z0-9]{36}\b/, 'an npm token'],
  [/\b[rs]k_live_[A-Za-z0-9]{20,}/, 'a Stripe key'],
];

const privateKey = /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----[\s\S]*?(-----END ([A-Z]+ )*PRIVATE KEY-----|$)/g;
const hiding: readonly (readonly [RegExp, string])[] = secretShapes.map(([shape, name]) => [
  new RegExp(shape, 'g'),
  `[${name}, hidden]`,
]);

/**
 * A text with what looks like a secret taken out of it; what it was stands in its place.
 * @param values secrets that are known, whatever they look like
 */
export function hideSecrets(text: string, values: readonly string[] = []): string {
  let shown = text.includes('PRIVATE KEY-----') ? text.replace(privateKey, '[a private key, hidden]') : text;
  for (const value of values) shown = shown.replaceAll(value, '[hidden]');
  for (const [shape, instead] of hiding) shown = shown.replace(shape, instead);
  return shown;
}
