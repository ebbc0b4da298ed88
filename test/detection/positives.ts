import type { Positive } from './case.js';
import { assignments } from './positives/assignments.js';
import { authorization } from './positives/authorization.js';
import { credentialsInUrls } from './positives/credentials-in-urls.js';
import { disguisedNumbers } from './positives/disguised-numbers.js';
import { documents } from './positives/documents.js';
import { evasions } from './positives/evasions.js';
import { financial } from './positives/financial.js';
import { houses } from './positives/houses.js';
import { messages } from './positives/messages.js';
import { moreForms } from './positives/more-forms.js';
import { nationalNumbers } from './positives/national.js';
import { oddForms } from './positives/odd-forms.js';
import { passwordsWithSigns } from './positives/passwords-with-signs.js';
import { people } from './positives/people.js';
import { personal } from './positives/personal.js';
import { privateKeys } from './positives/private-keys.js';
import { encodedProviderKeys, providerKeys } from './positives/providers.js';
import { tables } from './positives/tables.js';

/** Every text that holds something secret or personal; made anew in each run, always the same. */
export function positives(): readonly Positive[] {
  return [
    ...providerKeys(),
    ...encodedProviderKeys(),
    ...privateKeys(),
    ...authorization(),
    ...credentialsInUrls(),
    ...assignments(),
    ...passwordsWithSigns(),
    ...financial(),
    ...personal(),
    ...people(),
    ...houses(),
    ...oddForms(),
    ...messages(),
    ...moreForms(),
    ...nationalNumbers(),
    ...documents(),
    ...evasions(),
    ...tables(),
    ...disguisedNumbers(),
  ];
}
