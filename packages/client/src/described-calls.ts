// The types of the published package come from the description of the API, because it must not depend on the contract.

interface Operation {
  readonly parameters: { readonly query?: unknown };
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

type OperationOf<Path> = Path extends { readonly get: infer O extends Operation }
  ? O
  : Path extends { readonly post: infer O extends Operation }
    ? O
    : never;

type JsonOf<T> = T extends { readonly content: { readonly 'application/json': infer Json } } ? Json : undefined;

type ResponseOf<O extends Operation> = O['responses'] extends { readonly 200: infer Done }
  ? Done extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json
    : string
  : never;

/** Uploads of files, sign-in, live events and webhooks are not calls of the client. */
type CallNameOf<Path, Shape> = Path extends `/${infer Name}`
  ? Name extends `${string}/${string}` | 'events'
    ? never
    : Shape extends {
          readonly post: { readonly requestBody: { readonly content: { readonly 'multipart/form-data': unknown } } };
        }
      ? never
      : Name
  : never;

/** The calls of a description, as `openapi-typescript` writes its types. */
export type DescribedCalls<Paths> = {
  readonly [Path in keyof Paths as CallNameOf<Path, Paths[Path]>]: {
    readonly input: {
      readonly query: OperationOf<Paths[Path]>['parameters']['query'];
      readonly body: JsonOf<OperationOf<Paths[Path]>['requestBody']>;
    };
    readonly response: ResponseOf<OperationOf<Paths[Path]>>;
  };
};
