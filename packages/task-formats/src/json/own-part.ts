import { type IdKind, idPrefixes } from '@cw/kernel';
import {
  BadField,
  type Fields,
  isFields,
  longText,
  objects,
  oneOf,
  optionalText,
  text,
  texts,
  time,
  wholeNumber,
} from '../reading/fields.ts';
import type { ReadingNotes } from '../reading/notes.ts';
import { checkAddress } from '../record/artifact-kind.ts';
import { detailsOf } from '../record/details.ts';
import { isNestedWithin } from '../record/nesting.ts';
import type { PartialCheckpoint, PartialPlan, PartialRecord } from '../record/partial-record.ts';
import { writtenPlan } from '../record/plan.ts';
import type { TaskFields } from '../record/task-record.ts';
import { parseLine, parseWord } from '../record/task-text.ts';
import { type Artifact, type Metadata, taskOutcomes, taskStatuses } from '../record/task-words.ts';
import { type ReadDetails, readDetails } from './read-details.ts';

/** What of a task only our own exports carry. */
export type OwnPart = Pick<PartialRecord, 'ownId' | 'revision' | 'project' | 'artifacts' | 'plan' | 'checkpoints'> & {
  readonly fields: ReadDetails & Pick<TaskFields, 'outcome' | 'statusReason'> & Partial<Pick<TaskFields, 'status'>>;
  /** What only people set, as text: it is never taken over as what it was. */
  readonly peopleOnly: Metadata;
  /** What an earlier import brought that had no field. */
  readonly extra: Metadata;
};

const longestMetadata = 100_000;

/**
 * Reads what our exports say of a task beyond what other trackers know.
 * @throws BadField
 */
export function readOwnPart(fields: Fields): OwnPart {
  const status = oneOf(fields, 'status', taskStatuses);
  return {
    ownId: ownIdIn(fields, 'id', 'task'),
    revision: wholeNumber(fields, 'revision', 1) ?? 1,
    project: optionalText(fields, 'project'),
    artifacts: objects(fields, 'artifacts').map(readArtifact),
    plan: readPlan(fields),
    checkpoints: objects(fields, 'checkpoints').map(readCheckpoint),
    fields: {
      ...(status === null ? {} : { status }),
      outcome: oneOf(fields, 'outcome', taskOutcomes),
      statusReason: longText(fields, 'statusReason') || null,
      ...readDetails(fields),
    },
    peopleOnly: readPeopleOnly(fields),
    extra: isFields(fields.extra) ? fields.extra : {},
  };
}

/** An id of ours; null for any other text, or none. */
export function ownIdIn(fields: Fields, field: string, kind: IdKind): string | null {
  const id = optionalText(fields, field);
  return id !== null && isOwnId(id, kind) ? id : null;
}

const ownIdForm = /^[a-z]+_[0-9a-z]{12}$/;

export function isOwnId(id: string, kind: IdKind): boolean {
  return id.startsWith(`${idPrefixes[kind]}_`) && ownIdForm.test(id);
}

/** Metadata with the texts of what only people set under `imported`, and a note of each. */
export function withPeopleOnly(
  metadata: Metadata,
  peopleOnly: Metadata,
  noted: { readonly notes: ReadingNotes; readonly from: string },
): { readonly metadata: Metadata; readonly rest: Metadata } {
  for (const name of Object.keys(peopleOnly)) noted.notes.add('people-only', peopleOnlyWords[name] ?? name, noted.from);
  if (Object.keys(peopleOnly).length === 0) return { metadata, rest: {} };
  const whole = { ...metadata, imported: peopleOnly };
  const fits = !Object.hasOwn(metadata, 'imported') && Buffer.byteLength(JSON.stringify(whole)) <= longestMetadata;
  return fits ? { metadata: whole, rest: {} } : { metadata, rest: { imported: peopleOnly } };
}

export function isStorable(metadata: Metadata): boolean {
  return isNestedWithin(metadata) && Buffer.byteLength(JSON.stringify(metadata)) <= longestMetadata;
}

const peopleOnlyWords: Readonly<Record<string, string>> = {
  checkCommand: 'check command',
  approval: 'approval of the plan',
  gateApproval: 'approval of its result',
};

function readPeopleOnly(fields: Fields): Metadata {
  const shell = detailsOf('shell').map(({ field }) => [field, optionalText(fields, field)] as const);
  const plan = isFields(fields.plan) ? fields.plan : {};
  const approvedBy = optionalText(plan, 'approvedBy');
  const gateApprovedBy = optionalText(fields, 'gateApprovedBy');
  return {
    ...Object.fromEntries(shell.filter(([, text]) => text !== null)),
    ...(approvedBy === null ? {} : { approval: { by: approvedBy, at: optionalText(plan, 'approvedAt') } }),
    ...(gateApprovedBy === null
      ? {}
      : { gateApproval: { by: gateApprovedBy, at: optionalText(fields, 'gateApprovedAt') } }),
  };
}

function readArtifact(fields: Fields): Artifact {
  const artifact = { kind: text(fields, 'kind'), value: text(fields, 'value') };
  if (!checkAddress(artifact.kind, artifact.value).ok) throw new BadField('"artifacts" contains an invalid URL');
  return artifact;
}

function readPlan(fields: Fields): PartialPlan | null {
  const { plan } = fields;
  if (plan === undefined || plan === null) return null;
  if (!isFields(plan)) throw new BadField('"plan" must be an object');
  const content = writtenPlan(null, {
    goal: longText(plan, 'goal'),
    approach: longText(plan, 'approach'),
    alternatives: longText(plan, 'alternatives'),
    steps: texts(plan, 'steps'),
    files: texts(plan, 'files'),
  });
  if (!content.ok) throw new BadField('"plan" contains a step or file that is not one line of text');
  return {
    ...content.value,
    writtenBy: optionalText(plan, 'writtenBy') ?? 'unknown',
    writtenAt: time(plan, 'writtenAt'),
  };
}

function readCheckpoint(fields: Fields): PartialCheckpoint {
  const type = parseWord('type', text(fields, 'type'));
  const files = texts(fields, 'files').map((file) => parseLine('file', file, 1000));
  if (!type.ok || files.some((file) => !file.ok)) throw new BadField('"checkpoints" contains an invalid type or file');
  return {
    id: ownIdIn(fields, 'id', 'checkpoint') ?? '',
    type: type.value,
    text: longText(fields, 'text'),
    files: files.flatMap((file) => (file.ok ? [file.value] : [])),
    commit: optionalText(fields, 'commit'),
    author: optionalText(fields, 'author') ?? 'unknown',
    runId: optionalText(fields, 'runId'),
    createdAt: time(fields, 'createdAt'),
  };
}
