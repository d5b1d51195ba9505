import { Button, ConfirmDialog, cx, IconButton, Menu, MenuItem, Textarea, useNarrow } from '@cw/ui';
import { Ellipsis } from '@cw/ui/icons';
import type { Ref } from 'react';
import type { Choice, ItemView } from '../../data/api-types.ts';
import { formatMoment } from '../text/format.ts';
import { harmless } from '../text/harmless.ts';
import { atOnce, impliedBy, inOrder, offered, refuses, whyNot } from './answer-choices.ts';
import { type Answering, useAnswering } from './use-answering.ts';

type Sending = {
  readonly item: ItemView;
  readonly words: string;
  readonly onTake: (choice: Choice) => void;
};

type OfferedProps = { readonly item: ItemView; readonly onPick: (words: string) => void };

/** Answers that the agent itself offers: each is taken over as words, to be sent or changed. */
function Offered({ item, onPick }: OfferedProps) {
  const offers = offered(item.details);
  if (offers.length === 0) return null;
  const plain = offers.every(({ description }) => description === '');
  return (
    <ul aria-label="Offered answers" className={cx('flex gap-1.5', plain ? 'flex-wrap' : 'flex-col')}>
      {offers.map(({ label, description }) => (
        <li key={label} className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Button className="h-auto min-h-7 max-w-full py-1 text-left max-md:min-h-11" onClick={() => onPick(label)}>
            <span className="min-w-0 whitespace-normal wrap-anywhere">{harmless(label)}</span>
          </Button>
          {description !== '' && (
            <span className="min-w-0 text-small text-fg-2 wrap-anywhere">{harmless(description)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type WordsProps = Sending & {
  readonly onWords: (words: string) => void;
  readonly field: Ref<HTMLTextAreaElement>;
};

function Words({ item, words, onWords, onTake, field }: WordsProps) {
  const implied = impliedBy(item.choices);
  if (implied === undefined) return null;
  const needed = implied.text === 'required';
  const label = needed && item.choices.length === 1 ? 'Your answer' : `For the agent, with “${implied.label}”`;
  const several = item.choices.filter(({ text }) => text !== 'none').length > 1;
  return (
    <Textarea
      ref={field}
      aria-label={several ? 'Text with your answer' : label}
      placeholder={several ? 'A note for the agent, sent with your answer' : label}
      short
      className="max-h-48 max-md:min-h-11 max-md:py-2.5"
      value={words}
      onChange={(event) => onWords(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onTake(implied);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

type ChoicesProps = Sending & { readonly pending: boolean; readonly withKeys: boolean };

/** What is rarely answered. */
function MoreChoices({ item, choices, words, onTake, withKeys }: Omit<ChoicesProps, 'pending'> & ForMenu) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="More answers" className="max-md:size-11">
          <Ellipsis />
        </IconButton>
      }
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.name}
          tone={refuses(choice) ? 'danger' : 'plain'}
          disabled={choice.text === 'none' && words.trim() !== ''}
          shortcut={withKeys ? String(item.choices.indexOf(choice) + 1) : undefined}
          onSelect={() => onTake(choice)}
        >
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

type ForMenu = { readonly choices: readonly Choice[] };

function Choices({ item, words, onTake, pending, withKeys }: ChoicesProps) {
  const narrow = useNarrow();
  const [shown, more] = atOnce(item.choices);
  const ordered = inOrder(shown, narrow);
  // Two below each other on a narrow screen, and what is left over as wide as both.
  const leftOver = ordered.length % 2 === 0 ? ordered.at(-2) : undefined;
  return (
    <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
      {ordered.map((choice) => {
        const at = item.choices.indexOf(choice);
        const no = refuses(choice);
        const isAlone = narrow && (at === 0 || choice === leftOver);
        return (
          <Button
            key={choice.name}
            variant={at === 0 ? 'primary' : no ? 'danger' : 'outline'}
            size={narrow ? 'large' : 'medium'}
            shortcut={withKeys && at < 9 ? String(at + 1) : undefined}
            disabled={pending || (choice.text === 'none' && words.trim() !== '')}
            title={whyNot(choice, words)}
            className={cx(
              'max-md:h-auto max-md:min-h-11 max-md:px-2 max-md:py-1.5 max-md:whitespace-normal',
              isAlone && 'col-span-2',
              no && 'md:ml-auto',
            )}
            onClick={() => onTake(choice)}
          >
            {choice.label}
          </Button>
        );
      })}
      {more.length > 0 && <MoreChoices {...{ item, words, onTake, withKeys }} choices={more} />}
    </div>
  );
}

/** What keeps an answer from being given as it is, or what happens without one. */
function Note({ item, words }: Pick<Sending, 'item' | 'words'>) {
  const wordless = item.choices.filter(({ text }) => text === 'none');
  if (words.trim() !== '' && wordless.length > 0) {
    const names = wordless.map(({ label }) => `“${label}”`).join(', ');
    return <p className="text-small text-fg-2">Clear the words for {names}: nobody would read them.</p>;
  }
  if (item.expiresAt === null || !item.choices.some(({ name }) => name === 'deny')) return null;
  return (
    <p className="text-small text-fg-2">Denied by itself at {formatMoment(Date.parse(item.expiresAt), Date.now())}.</p>
  );
}

type AnswerFormProps = {
  readonly answering: Answering;
  /** Whether the digits choose, and are shown beside the answers. */
  readonly withKeys?: boolean | undefined;
};

/** The answers of an open item with the words that go along; a refusal is told right here. */
export function AnswerForm({ answering, withKeys = false }: AnswerFormProps) {
  const { item, words, setWords, field, pending, error, take, answer, confirming, setConfirming } = answering;
  const pick = (label: string) => {
    const adds = item.details.several === true && words.trim() !== '';
    setWords(adds ? `${words.trim()}, ${label}` : label);
  };
  return (
    <section aria-label="Answer" className="flex flex-col gap-2">
      <Offered item={item} onPick={pick} />
      <Words {...{ item, words, field }} onWords={setWords} onTake={take} />
      <Choices {...{ item, words, pending, withKeys }} onTake={take} />
      <Note item={item} words={words} />
      {error && (
        <p role="alert" className="text-small text-danger-fg wrap-anywhere">
          {error}
        </p>
      )}
      {confirming && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setConfirming(undefined)}
          title="Cancel the task?"
          action="Cancel the task"
          pending={pending}
          error={error}
          onConfirm={() => {
            answer(confirming.name, words);
            setConfirming(undefined);
          }}
        >
          “{item.taskTitle ?? item.title}” is closed as cancelled, and tasks that wait for it keep waiting. Its branch,
          runs and history are kept, and it can be reopened.
        </ConfirmDialog>
      )}
    </section>
  );
}

/** An open item's answers where something else is the screen's matter. */
export function AnswerBlock({ item }: { readonly item: ItemView }) {
  return <AnswerForm answering={useAnswering(item)} />;
}
