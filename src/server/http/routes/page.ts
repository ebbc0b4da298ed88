import { type PageFile, type PageType, pageResponse } from '../page-files.js';
import { type Route, route } from '../route.js';

/** The page for browsers. It holds no data: what it shows it asks for with the capability token that it is given. */
export const PAGE_ROUTES: readonly Route[] = [
  pageRoute('/', 'page.html', 'text/html', 'A page that shows all this in a browser.'),
  pageRoute('/page.css', 'page.css', 'text/css', 'How the page looks.'),
  pageRoute('/page.js', 'page.js', 'text/javascript', 'What the page does.'),
];

function pageRoute(path: string, file: PageFile, type: PageType, summary: string): Route {
  return route({
    method: 'GET',
    path,
    summary,
    access: 'everybody',
    answers: { 200: { description: 'It.', type } },
    handle: () => pageResponse(file),
  });
}
