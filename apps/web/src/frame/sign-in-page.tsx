import { useCell } from '../data/cell.ts';
import { linkSpent } from '../data/session.ts';
import { LogoMark } from './logo-mark.tsx';

/** Shown to a browser that the server does not know: only the terminal can let it in. */
export function SignInPage() {
  const spent = useCell(linkSpent);
  return (
    <main className="flex h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <LogoMark />
      <h1 className="text-item font-semibold">This browser is not signed in</h1>
      {spent && (
        <p role="alert" className="max-w-100">
          The link has been used or has expired. Each link signs in one browser, once.
        </p>
      )}
      <p className="max-w-100 text-fg-2">
        The dashboard is opened with a one-time link from your terminal, so that no other page or user gets in.
      </p>
      <p className="text-fg-2">
        Run <code className="rounded-key bg-hover px-1.5 py-0.5 text-fg">cw open</code> and this page opens anew.
      </p>
    </main>
  );
}
