import type { ReasonWords } from '@cw/kernel';

/** Why a file of a branch should not be merged. */
export type FindingReason =
  /** A tree that was not made by adding files may hold it; no git writes it out, and no later task could start. */
  | { readonly code: 'finding.impossible-path' }
  | { readonly code: 'finding.prepared-file' }
  | { readonly code: 'finding.secret-name'; readonly name: string }
  | { readonly code: 'finding.secret'; readonly secret: string }
  /** So much that nobody can say whether a secret stands in it. */
  | { readonly code: 'finding.too-large'; readonly bytes: number }
  | { readonly code: 'finding.merge-markers' }
  | { readonly code: 'finding.repository' }
  | { readonly code: 'finding.link-out'; readonly target: string }
  | { readonly code: 'finding.lfs-missing' };

/** Why a file that a run left is not put on the branch of its task. */
export type HeldBackReason =
  | { readonly code: 'held-back.secret-name'; readonly name: string }
  | { readonly code: 'held-back.secret'; readonly secret: string }
  /** Null: with all the others. */
  | { readonly code: 'held-back.too-large'; readonly bytes: number | null }
  | { readonly code: 'held-back.repository' }
  | { readonly code: 'held-back.link-out'; readonly target: string };

export const sayFinding: ReasonWords<FindingReason> = (reason) => {
  switch (reason.code) {
    case 'finding.impossible-path':
      return 'git cannot check out this path';
    case 'finding.prepared-file':
      return 'the set-up hook copied it there';
    case 'finding.secret-name':
      return `it looks like a secret: ${reason.name}`;
    case 'finding.secret':
      return `it contains ${reason.secret}`;
    case 'finding.too-large':
      return `with ${Math.round(reason.bytes / 1_000_000)} MB it is too large to be searched for secrets`;
    case 'finding.merge-markers':
      return 'it contains unresolved conflict markers';
    case 'finding.repository':
      return 'it is a repository of its own that .gitmodules does not name, so its files would be missing';
    case 'finding.link-out':
      return `it is a link that leads out of the repository, to ${reason.target}`;
    case 'finding.lfs-missing':
      return 'it is a pointer of Git LFS to a file that is not here';
  }
};

/** Said also in the commit that keeps such files. */
export function sayHeldBack(reason: HeldBackReason): string {
  switch (reason.code) {
    case 'held-back.secret-name':
      return `looks like a secret: ${reason.name}`;
    case 'held-back.secret':
      return `looks like a secret: it contains ${reason.secret}`;
    case 'held-back.too-large':
      return `too large: ${reason.bytes === null ? 'all changes together' : `${reason.bytes} bytes`}`;
    case 'held-back.repository':
      return 'a repository of its own';
    case 'held-back.link-out':
      return `a link that leads out of the repository, to ${reason.target}`;
  }
}
