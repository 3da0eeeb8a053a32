// Starts the parts of the page that measures.
import { startMeasureSection } from './measure/section.ts';
import { startSpeed } from './speed/section.ts';

startMeasureSection();
void startSpeed();
