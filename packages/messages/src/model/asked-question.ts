/** One question of an agent. */
export type Question = {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description?: string | undefined }[];
  readonly several: boolean;
};

/** The questions in the input of the program's own tool for them; none of another form. */
export function questionsIn(input: Readonly<Record<string, unknown>>): readonly Question[] {
  if (!Array.isArray(input.questions)) return [];
  return input.questions.filter(isRecord).map((given) => ({
    question: textOf(given.question),
    several: given.multiSelect === true,
    options: (Array.isArray(given.options) ? given.options : [])
      .filter(isRecord)
      .map(({ label, description }) => ({ label: textOf(label), description: textOf(description) })),
  }));
}

/** What stands below the question, as markdown. */
export function optionsText({ options, several }: Question): string {
  if (options.length === 0) return '';
  const lines = options.map(({ label, description }) => `- ${label}${description ? `: ${description}` : ''}`);
  return [
    ...(several ? ['Any of these, or words of your own:'] : ['One of these, or words of your own:']),
    ...lines,
  ].join('\n');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
