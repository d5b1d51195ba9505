import { Field, Textarea } from '@cw/ui';

/** The lines of a text, without empty ones and the space around them. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

type LinesFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mono?: boolean | undefined;
};

/** A list, one entry a line. */
export function LinesField({ label, hint, value, onChange, mono }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} aside="one per line">
      {(ids) => <Textarea {...ids} mono={mono} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
