import { type ConfigKey, choiceKey, wordsKey } from '@cw/config';

/** Where inbox items are posted; empty: nowhere. */
export const webhookKey: ConfigKey<string> = {
  key: 'inbox.webhook',
  description: 'URL to which inbox items are posted as JSON, signed with the key in inbox-webhook.key',
  fallback: '',
  expects: 'an http or https URL without a user name or password',
  form: { kind: 'text' },
  scopes: ['workspace', 'project'],
  parse: (text) => (isAddress(text.trim()) ? text.trim() : undefined),
  format: (value) => value,
};

export const commandKey: ConfigKey<readonly string[]> = {
  ...wordsKey(
    'inbox.command',
    'Program with arguments to run for each inbox item, which it gets as JSON on standard input',
  ),
  scopes: ['workspace', 'project'],
};

export const mutedKey = choiceKey('inbox.muted', 'Whether to keep inbox items from webhook, command and browsers', {
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
