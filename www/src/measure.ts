// Starts the page that measures.
import { startMeasureSection } from './measure/section.ts';

startMeasureSection();
