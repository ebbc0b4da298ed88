// Loaded only where segments are kept in object storage.
export { AwsV4Signer } from 'aws4fetch';
