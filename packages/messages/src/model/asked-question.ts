import type { AskedQuestion } from '@cw/kernel';

export type Offers = Pick<AskedQuestion, 'options' | 'several'>;

/** What stands below the question, as markdown. */
export function optionsText({ options, several }: Offers): string {
  if (options.length === 0) return '';
  const lines = options.map(({ label, description }) => `- ${label}${description ? `: ${description}` : ''}`);
  return [
    ...(several ? ['Any of these, or words of your own:'] : ['One of these, or words of your own:']),
    ...lines,
  ].join('\n');
}
