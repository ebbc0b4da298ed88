export { runLive } from './live.js';
export { runPager } from './pager.js';
