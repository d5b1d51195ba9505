import { fetchMenus, holdKeys, onToastsChanged, shownToasts } from '@cw/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, signedOut } from './data/api.ts';
import { useCell } from './data/cell.ts';
import { startLive } from './data/live.ts';
import { listenForMissingParts } from './data/outdated.ts';
import { listenForLinks, openSession } from './data/session.ts';
import { NotFound, ScreenFailed } from './frame/fallbacks.tsx';
import { listenForKeys } from './frame/keys.ts';
import { refusedAddress } from './frame/refused-address.tsx';
import { SignInPage } from './frame/sign-in-page.tsx';
import { routeTree } from './route-tree.gen.ts';
import './styles.css';

const Toaster = lazy(() => import('@cw/ui/toaster').then((module) => ({ default: module.Toaster })));

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: false,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenFailed,
});

const screenOf = (location: { readonly pathname: string } | undefined) => location?.pathname.split('/')[1];

/** On the way to another screen keys are not for the one that is still there: the next one gets them. */
function holdKeysBetweenScreens(): void {
  let release: (() => void) | undefined;
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    if (fromLocation && screenOf(fromLocation) !== screenOf(toLocation)) release ??= holdKeys();
  });
  router.subscribe('onResolved', () => {
    release?.();
    release = undefined;
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** The corner for messages, fetched with the first of them. */
function Messages() {
  const shown = useSyncExternalStore(onToastsChanged, shownToasts);
  const [needed, setNeeded] = useState(false);
  if (shown.length > 0 && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  );
}

function App() {
  const closed = useCell(signedOut);
  if (closed) return <SignInPage />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Messages />
    </QueryClientProvider>
  );
}

/** What breaks a screen is for who looks into it; an address that is refused breaks nothing. */
function tellOfBroken(error: unknown): void {
  if (!refusedAddress(error)) reportError(error);
}

/** After which what is needed soon, but not for the first picture, is fetched; ms. */
const calmAfter = 1000;

async function start(): Promise<void> {
  if (await openSession()) startLive();
  else signedOut.set(true);
  listenForKeys();
  holdKeysBetweenScreens();
  listenForLinks();
  listenForMissingParts();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root, { onCaughtError: tellOfBroken }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  setTimeout(fetchMenus, calmAfter);
}

void start();
