import { createFileRoute } from '@tanstack/react-router';
import { readRunSearch } from '../features/runs/run-search.ts';
import { RunsScreen } from '../features/runs/runs-screen.tsx';

export const Route = createFileRoute('/runs/')({ validateSearch: readRunSearch, component: RunsScreen });
