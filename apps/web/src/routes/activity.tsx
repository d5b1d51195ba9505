import { createFileRoute } from '@tanstack/react-router';
import { ActivityScreen } from '../features/activity/activity-screen.tsx';
import { readActivitySearch } from '../features/activity/activity-search.ts';

export const Route = createFileRoute('/activity')({ validateSearch: readActivitySearch, component: ActivityScreen });
