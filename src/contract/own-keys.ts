/** Variables that hold akernel's own keys: they open the store and sign grants, and are handed on to nobody. */
export const OWN_KEY_VARIABLES: readonly string[] = [
  'AKERNEL_SECRET',
  'AKERNEL_SECRET_PREVIOUS',
  'AKERNEL_STORE_KEY',
  'AKERNEL_STORE_URL',
  'AKERNEL_REMOTE_TOKEN',
];
