export { runLive } from './live.js';
export { createPagerScreen, runPager } from './pager.js';
export { runUi } from './ui.js';
