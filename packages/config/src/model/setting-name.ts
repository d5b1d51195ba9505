/** Words that are not written as they are spelled in keys. */
const written: Readonly<Record<string, string>> = { url: 'URL', claude: 'Claude' };

/** The short name of a setting, from its key without the area: `orchestrator.maxConcurrent` is “Max concurrent”. */
export function settingName(key: string): string {
  const words = key
    .slice(key.indexOf('.') + 1)
    .replaceAll('.', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => written[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
