import { createFileRoute } from '@tanstack/react-router';
import { HealthScreen } from '../features/health/health-screen.tsx';

export const Route = createFileRoute('/health')({ component: HealthScreen });
