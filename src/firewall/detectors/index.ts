import type { Detector } from '../redactor/detector.js';
import { assignment } from './assignment.js';
import { authorization } from './authorization.js';
import { awsSecretKey } from './aws-secret-key.js';
import { basic } from './basic.js';
import { bearer } from './bearer.js';
import { card } from './card.js';
import { cookie } from './cookie.js';
import { curlUser } from './curl-user.js';
import { email } from './email.js';
import { iban } from './iban.js';
import { jwt } from './jwt.js';
import { phone } from './phone.js';
import { placeholder } from './placeholder.js';
import { privateKey } from './private-key.js';
import { providerKeys } from './provider-keys.js';
import { ssn } from './ssn.js';
import { urlCredentials } from './url-credentials.js';

/** All detectors. At one anchor the first that finds something wins; of several literals there, the longest comes first. */
export const DETECTORS: readonly Detector[] = [
  placeholder,
  privateKey,
  jwt,
  awsSecretKey,
  ...providerKeys,
  urlCredentials,
  authorization,
  bearer,
  basic,
  cookie,
  curlUser,
  assignment,
  email,
  iban,
  card,
  ssn,
  phone,
];
