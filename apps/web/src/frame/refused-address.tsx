import { FailedPanel } from '@cw/ui';
import { RefusedAddress, type UnknownWord, withoutWord } from '../data/search-params.ts';

/** What an error of the router says of the address, where that is what is wrong. */
export function refusedAddress(error: unknown): RefusedAddress | undefined {
  if (error instanceof RefusedAddress) return error;
  return error instanceof Error && error.cause instanceof RefusedAddress ? error.cause : undefined;
}

const link = 'font-medium hover:underline touch-area';

function Refused({ word }: { readonly word: UnknownWord }) {
  const { pathname, search } = window.location;
  const { name, given, known, meant } = word;
  return (
    <li>
      <FailedPanel
        title={`There is no ${name} “${given}”.`}
        detail={`${meant === undefined ? '' : `Did you mean ${meant}? `}It can be ${known}.`}
      />
      <p className="mx-4 flex flex-wrap gap-x-4">
        {meant !== undefined && (
          <a className={link} href={pathname + withoutWord(search, word, meant)}>
            Show {name} {meant}
          </a>
        )}
        <a className={link} href={pathname + withoutWord(search, word)}>
          Show it without {name} “{given}”
        </a>
      </p>
    </li>
  );
}

/** Where words of the address mean nothing, nothing is shown as if they were not there: each with what may stand there, and ways on. */
export function RefusedWords({ refused }: { readonly refused: RefusedAddress }) {
  return (
    <ul>
      {refused.unknown.map((word) => (
        <Refused key={`${word.name}=${word.given}`} word={word} />
      ))}
    </ul>
  );
}
