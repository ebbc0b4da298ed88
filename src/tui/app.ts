export { runChat } from './chat.js';
export { runLive } from './live.js';
export { createPagerScreen, runPager } from './pager.js';
export { runConversation } from './run-conversation.js';
export { runUi } from './ui.js';
