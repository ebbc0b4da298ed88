export { runPager } from './pager.js';
