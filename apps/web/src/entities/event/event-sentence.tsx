import { shortId } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { onlyProject } from '../../data/only-project.ts';
import { useAgentName } from '../agent/agent-name.ts';
import { CodeInText } from '../text/code-in-text.tsx';
import { type EventPart, eventWords, fieldOf } from './event-words.ts';
import { useTitles } from './titles.ts';

const idPattern = /^(tk|rn|mr|pr|ib|ru|msg)_[0-9a-z]{12}$/;

/** A setting is named by its key: `orchestrator.maxConcurrent`. */
const settingKey = /^[a-z]+(\.[a-zA-Z]+)+$/;

const className = 'font-medium text-fg hover:underline';

/** A thing by its id: what it is called where that is known, and the way to it where there is one. */
export function EntityLink({ id, title }: { readonly id: string; readonly title?: string | undefined }) {
  const text = title ?? (idPattern.test(id) ? shortId(id) : id);
  switch (id.slice(0, 3)) {
    case 'tk_':
      return (
        <Link to="/tasks/$taskId" params={{ taskId: id }} search={onlyProject} className={className} title={id}>
          {text}
        </Link>
      );
    case 'rn_':
      return <RunLink id={id} title={title} />;
    case 'mr_':
      return (
        <Link to="/merges/$mergeId" params={{ mergeId: id }} search={onlyProject} className={className} title={id}>
          {text}
        </Link>
      );
    case 'pr_':
      return (
        <Link
          to="/projects/$projectId"
          params={{ projectId: id }}
          search={onlyProject}
          className={className}
          title={id}
        >
          {text}
        </Link>
      );
    case 'ib_':
      return (
        <Link to="/inbox/$itemId" params={{ itemId: id }} search={onlyProject} className={className} title={id}>
          {text}
        </Link>
      );
    case 'ru_':
      return (
        <Link
          to="/settings/permissions/$ruleId"
          params={{ ruleId: id }}
          search={onlyProject}
          className={className}
          title={id}
        >
          {text}
        </Link>
      );
    case 'msg':
      return (
        <Link
          to="/inbox/messages/$threadId"
          params={{ threadId: id }}
          search={onlyProject}
          className={className}
          title={id}
        >
          {text}
        </Link>
      );
    case 'ac_':
      return (
        <Link to="/accounts" search={onlyProject} className={className} title={id}>
          {text}
        </Link>
      );
    default:
      return settingKey.test(id) ? (
        <Link to="/settings" search={onlyProject} className={className}>
          {text}
        </Link>
      ) : (
        <span className="font-medium text-fg">{text}</span>
      );
  }
}

/** A run, called by the name of its agent. */
function RunLink({ id, title }: { readonly id: string; readonly title: string | undefined }) {
  const agent = useAgentName(id);
  return (
    <Link to="/runs/$runId" params={{ runId: id }} search={onlyProject} className={className} title={id}>
      {title ?? agent?.name ?? 'an agent'}
    </Link>
  );
}

/** A value of a field; ids lead to what they name. */
function Value({ text, titles }: { readonly text: string; readonly titles: ReadonlyMap<string, string> }) {
  return idPattern.test(text) ? <EntityLink id={text} title={titles.get(text)} /> : text;
}

type Told = { readonly type: string; readonly entity: string; readonly payload?: unknown };

const nouns: Readonly<Record<string, string>> = {
  rn_: 'the run of ',
  mr_: 'request ',
  pr_: 'project ',
  ac_: 'account ',
  msg: 'message ',
};

/** What an event is about, in full: the noun where the title alone would not tell, and its name. */
function thingOf(event: Told, titles: ReadonlyMap<string, string>): ReactNode {
  const own = fieldOf(event.payload, 'name');
  const title = titles.get(event.entity) ?? (typeof own === 'string' ? own : undefined);
  return (
    <>
      {nouns[event.entity.slice(0, 3)]}
      <EntityLink id={event.entity} title={title} />
    </>
  );
}

type EventSentenceProps = {
  readonly event: Told;
  /** The id of the thing whose page this is: it is called `it`. */
  readonly within?: string | undefined;
  /** The task that the page is about besides: it need not be named again. */
  readonly task?: string | undefined;
  /** What stands at the end of the sentence, before the words of whoever did it. */
  readonly end?: ReactNode;
};

/** What somebody did, without who; begins with a small letter. */
export function EventSentence({ event, within, task, end }: EventSentenceProps) {
  const titles = useTitles();
  // What the page is about is called by no name, and after a lead not at all.
  const named = (id: string, lead: string | undefined, name: () => ReactNode): ReactNode => {
    const short = id === within ? 'it' : id === task ? 'the task' : undefined;
    if (short !== undefined) return lead === undefined ? short : null;
    return (
      <>
        {lead}
        {name()}
      </>
    );
  };
  const draw = (part: EventPart): ReactNode => {
    if (typeof part === 'string') return part;
    switch (part.kind) {
      case 'thing':
        return named(event.entity, part.lead, () => thingOf(event, titles));
      case 'ref':
        return named(part.id, part.lead, () => <EntityLink id={part.id} title={titles.get(part.id)} />);
      case 'strong':
        return <span className="font-medium text-fg">{part.text}</span>;
      case 'change':
        return (
          <span className="font-medium text-fg">
            <Value text={part.before} titles={titles} /> → <Value text={part.after} titles={titles} />
          </span>
        );
      case 'quote':
        return (
          <span className="line-clamp-2 text-fg-3 first-letter:uppercase">
            <CodeInText text={part.text} />
          </span>
        );
    }
  };
  const parts = eventWords(event);
  const said = parts.findIndex((part) => typeof part !== 'string' && part.kind === 'quote');
  const drawn = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    <span key={index}>{draw(part)}</span>
  ));
  return (
    <>
      {said < 0 ? drawn : drawn.slice(0, said)}
      {end}
      {said >= 0 && drawn.slice(said)}
    </>
  );
}

/** Ids of tasks that the sentences of these events name, so that their titles can be asked for at once. */
export function idsIn(events: readonly Told[]): readonly string[] {
  const named = events.flatMap((event) => [event.entity, ...eventWords(event).flatMap(idsOf)]);
  return [...new Set(named.filter((id) => id.startsWith('tk_') && idPattern.test(id)))];
}

function idsOf(part: EventPart): readonly string[] {
  if (typeof part === 'string') return [];
  if (part.kind === 'ref') return [part.id];
  return part.kind === 'change' ? [part.before, part.after] : [];
}
