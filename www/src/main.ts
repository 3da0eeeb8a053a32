// The page's entry point. Its script has what the opening verdict needs. Every other script is loaded after that verdict
// is on the screen.
import { start } from './opening/start.ts';
import { showVerdict } from './opening/verdict.ts';

showVerdict(start).then(() => import('./parts.ts'));
