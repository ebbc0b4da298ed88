import * as z from 'zod';
import { urlMistake } from './http-mistakes.js';
import { placeholdersIn } from './placeholders.js';

/** An http(s) address that is the same for every call; `why` says what an argument may not choose. */
export const fixedUrl = (why: string) =>
  z
    .string()
    .min(1)
    .max(2000)
    .superRefine((text, context) => {
      const mistake = urlMistake(text);
      if (mistake !== undefined) {
        context.addIssue({ code: 'custom', ...mistake });
      } else if (placeholdersIn(text).length > 0) {
        context.addIssue({ code: 'custom', message: `has a placeholder: no argument may choose ${why}` });
      }
    });
