interface ErrorBody {
  readonly error?: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

/** A refused request, or one without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The reason, for programs: a code of the API, `network`, `timeout`, or `http-<status>` if a proxy answered. */
  readonly code: string;
  /** Identifies the request in the server's log. */
  readonly requestId: string | null;
  readonly fields: NonNullable<ErrorBody['fields']>;
  /** All fields of the response. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, status: number | null, code: string, body: ErrorBody, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.requestId = body.requestId ?? null;
    this.fields = body.fields ?? [];
    this.details = { ...body };
  }

  static async from(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => '');
    const body = parseBody(text);
    const { status, statusText } = response;
    return new ApiError(body.error ?? `${status} ${statusText}`.trim(), status, body.code ?? `http-${status}`, body);
  }

  static withoutResponse(code: 'network' | 'timeout', cause: unknown): ApiError {
    const message = code === 'timeout' ? 'The server did not answer in time.' : 'The server could not be reached.';
    return new ApiError(message, null, code, {}, cause);
  }
}

function parseBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
