import { type ConfigKey, choiceKey, wordsKey } from '@cw/config';

/** Where what waits for a person is posted; empty: nowhere. */
export const webhookKey: ConfigKey<string> = {
  key: 'inbox.webhook',
  description: 'Address to which what waits for you is posted as JSON, signed with the key in inbox-webhook.key',
  fallback: '',
  expects: 'an http or https address without a password',
  form: { kind: 'text' },
  scopes: ['workspace', 'project'],
  parse: (text) => (isAddress(text.trim()) ? text.trim() : undefined),
  format: (value) => value,
};

export const commandKey: ConfigKey<readonly string[]> = {
  ...wordsKey(
    'inbox.command',
    'Program with arguments that is run for what waits for you, with it as JSON on its input',
  ),
  scopes: ['workspace', 'project'],
};

export const mutedKey = choiceKey('inbox.muted', 'Whether webhook, command and browsers are not told of what waits', {
  fallback: 'no',
  of: ['no', 'yes'],
  scopes: ['workspace', 'project'],
});

export const sinkConfigKeys = [webhookKey, commandKey, mutedKey] as const;

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
