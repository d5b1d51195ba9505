export { canGoOnWith } from '@cw/agents';
