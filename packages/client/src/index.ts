import type { Calls, InputOf, ResponseOf } from '@tiffin/contract';
import { createClient as createAnyClient, type Client, type ClientOptions } from './client.ts';

export { ApiError } from './api-error.ts';

/** The calls of the contract, except uploads of files. */
type ContractCalls = {
  readonly [Name in keyof Calls as Calls[Name] extends { form: unknown } ? never : Name]: {
    readonly input: InputOf<Name>;
    readonly response: ResponseOf<Name>;
  };
};

export type TiffinClient = Client<ContractCalls>;

/** A client whose types come from the contract, for programs of this repository. */
export function createClient(options: ClientOptions): TiffinClient {
  return createAnyClient<ContractCalls>(options);
}
