import { Field, Input, Select, Textarea } from '@cw/ui';
import { TriangleAlert } from '@cw/ui/icons';
import type { ToolKind } from '../../data/api-types.ts';
import { useProjects } from '../../entities/project/projects.ts';
import { ruleWarning } from '../../entities/rule/rule-words.ts';
import { useToolKind } from './tool-kind.ts';

/** A rule as it is typed. */
export type RuleForm = {
  readonly tool: string;
  readonly limit: 'pattern' | 'anything';
  readonly pattern: string;
  /** Empty: every project. */
  readonly projectId: string;
};

/** What is sent of it. */
export function saidIn({ tool, limit, pattern, projectId }: RuleForm) {
  return {
    tool: tool.trim(),
    pattern: limit === 'anything' ? null : pattern,
    projectId: projectId === '' ? null : projectId,
  };
}

export function isWhole({ tool, limit, pattern }: RuleForm): boolean {
  return tool.trim() !== '' && (limit === 'anything' || pattern.trim() !== '');
}

const limits = [
  { value: 'pattern', label: 'What a pattern matches' },
  { value: 'anything', label: 'Any call' },
];

/** What the argument of a tool is, and what a star stands for in it. */
function patternHint(kind: ToolKind | undefined): string {
  const star = '\\* is a literal star.';
  if (kind === 'shell')
    return `The command. * stands for anything except what starts another command (; & | < > $ and the like). ${star}`;
  return `The path, or the address. * stands for anything. ${star}`;
}

type RuleFieldsProps = {
  readonly form: RuleForm;
  readonly onChange: (change: Partial<RuleForm>) => void;
  readonly error: string | undefined;
  /** The project that a rule has which was removed. */
  readonly formerProject?: { readonly id: string; readonly name: string } | undefined;
  readonly autoFocus?: boolean | undefined;
};

/** The fields of a rule: the tool, what of it, and where. */
export function RuleFields({ form, onChange: set, error, formerProject, autoFocus }: RuleFieldsProps) {
  const projects = useProjects().data?.items ?? [];
  const kind = useToolKind(form.tool);
  const warning = ruleWarning(kind, saidIn(form).pattern);
  const former = formerProject && !projects.some(({ id }) => id === formerProject.id) ? [formerProject] : [];
  return (
    <>
      <Field
        label="Tool"
        hint="The program's name for it: Bash, Write, Edit, WebFetch, mcp__server__tool."
        error={error}
        missing={form.tool.trim() === '' ? 'Name the tool.' : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus={autoFocus}
            required
            mono
            value={form.tool}
            onChange={(event) => set({ tool: event.target.value })}
          />
        )}
      </Field>
      <Field label="Allowed">
        {({ id }) => (
          <Select
            id={id}
            options={limits}
            value={form.limit}
            onChange={(event) => set({ limit: event.target.value === 'anything' ? 'anything' : 'pattern' })}
          />
        )}
      </Field>
      {form.limit === 'pattern' && (
        <Field
          label="Pattern"
          hint={patternHint(kind)}
          missing={form.pattern.trim() === '' ? 'Write a pattern, or allow any call.' : undefined}
        >
          {(ids) => (
            <Textarea
              {...ids}
              mono
              short
              required
              className="max-h-60"
              value={form.pattern}
              onChange={(event) => set({ pattern: event.target.value })}
            />
          )}
        </Field>
      )}
      {warning && (
        <p role="status" className="flex items-start gap-1.5 text-small text-pill-needs-fg">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {warning}
        </p>
      )}
      <Field label="Where">
        {({ id }) => (
          <Select
            id={id}
            options={[
              { value: '', label: 'All projects' },
              ...[...projects, ...former].map((project) => ({ value: project.id, label: project.name })),
            ]}
            value={form.projectId}
            onChange={(event) => set({ projectId: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
