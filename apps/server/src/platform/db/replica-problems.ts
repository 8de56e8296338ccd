/** What tells whether two connections lead to the same database, and whether one of them is a standby. */
export interface ServerIdentity {
  readonly takesChanges: boolean;
  readonly databaseName: string;
  /** The identifier that a primary and its standbys have in common. */
  readonly cluster: string;
}

/** Why the primary answers reports, with the next step of an operator. */
export const REPLICA_PROBLEMS = {
  'not-checked': 'DATABASE_READ_URL: the standby was not checked yet, so the primary answers reports.',
  'no-answer': 'DATABASE_READ_URL: the standby does not answer, so the primary answers reports. Is it running?',
  'takes-changes':
    'DATABASE_READ_URL: this PostgreSQL is not a standby but takes changes, so the primary answers reports. Use the address of a streaming standby of DATABASE_URL.',
  'other-cluster':
    'DATABASE_READ_URL: this is a standby of another PostgreSQL than DATABASE_URL, so the primary answers reports. Use the address of a streaming standby of DATABASE_URL.',
  'other-database':
    'DATABASE_READ_URL: this is another database of the same PostgreSQL, so the primary answers reports. Use the same database name as in DATABASE_URL.',
  'older-schema':
    'DATABASE_READ_URL: the standby does not have all migrations yet, so the primary answers reports until it has them. If that does not end, look whether it still replicates.',
  late: 'DATABASE_READ_URL: the standby is more than ten minutes behind, so the primary answers reports. Does it still replicate?',
} as const;

export interface ReplicaProblem {
  readonly kind: keyof typeof REPLICA_PROBLEMS;
  readonly text: string;
}

/** Why this is not a standby of the primary's database; null if it is. */
export function replicaMismatch(
  primary: ServerIdentity,
  replica: ServerIdentity,
): 'takes-changes' | 'other-cluster' | 'other-database' | null {
  if (replica.takesChanges) return 'takes-changes';
  if (replica.cluster !== primary.cluster) return 'other-cluster';
  return replica.databaseName === primary.databaseName ? null : 'other-database';
}
