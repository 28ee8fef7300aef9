/** The version of a file. Earlier versions were never released. */
export const VERSION = 9;

/** SQL that makes the tables of a new file. */
export const SCHEMA = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    platform TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    ended_at INTEGER,
    conversation TEXT NOT NULL,
    origin TEXT
  ) STRICT;
  CREATE TABLE events (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    sequence INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (session_id, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE behaviors (
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    branch_id TEXT NOT NULL,
    behavior TEXT NOT NULL,
    PRIMARY KEY (account_id, project_id, branch_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE alert_rules (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    project_id TEXT,
    metric TEXT NOT NULL,
    operator TEXT NOT NULL,
    threshold_value INTEGER NOT NULL,
    window_duration TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    current_state TEXT NOT NULL,
    since INTEGER,
    last_evaluated_at INTEGER,
    current_value INTEGER,
    unresolved_since INTEGER
  ) STRICT;
  CREATE INDEX alert_rules_by_account ON alert_rules (account_id);
  CREATE TABLE webhook_endpoints (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    event_types TEXT NOT NULL,
    headers TEXT NOT NULL,
    timeout_ms INTEGER NOT NULL,
    signing_secret TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id);
  CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (next_at);
  CREATE TABLE attributes (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    branch_id TEXT NOT NULL,
    name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attributes_by_branch ON attributes (account_id, project_id, branch_id);
  CREATE TABLE audio_cache (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    cached_at INTEGER NOT NULL,
    hit_count INTEGER NOT NULL,
    duration REAL NOT NULL,
    transcript TEXT NOT NULL,
    provider TEXT NOT NULL,
    provider_voice_id TEXT NOT NULL,
    audio_filename TEXT,
    language_code TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audio_cache_by_project ON audio_cache (account_id, project_id);
  CREATE TABLE handoff_states (
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    id TEXT NOT NULL,
    shared_id TEXT,
    data TEXT NOT NULL,
    PRIMARY KEY (account_id, project_id, id)
  ) STRICT;
  CREATE INDEX handoff_states_by_shared_id ON handoff_states (account_id, project_id, shared_id);
  CREATE TABLE outbound_calls (
    call_sid TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    to_number TEXT NOT NULL,
    country_code TEXT,
    metadata TEXT NOT NULL,
    encryption TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    environment TEXT NOT NULL
  ) STRICT;
  CREATE TABLE conversations (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    environment TEXT NOT NULL,
    channel TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    language TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    agent_ended_at INTEGER,
    from_number TEXT NOT NULL,
    to_number TEXT NOT NULL,
    handoff INTEGER NOT NULL,
    handoff_reason TEXT NOT NULL,
    handoff_destination TEXT NOT NULL,
    num_turns INTEGER NOT NULL,
    num_silences INTEGER NOT NULL,
    num_ood INTEGER NOT NULL,
    transcript_id INTEGER NOT NULL,
    recipe INTEGER
  ) STRICT;
  CREATE INDEX conversations_by_start ON conversations (
    account_id, project_id, started_at, environment, variant_id, transcript_id, language, from_number, to_number
  );
  CREATE INDEX conversations_by_end ON conversations (
    account_id, project_id, ended_at, environment, variant_id, language, from_number, to_number
  );
  CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    transcript_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    turn TEXT NOT NULL,
    UNIQUE (transcript_id, position)
  ) STRICT;
  CREATE VIRTUAL TABLE turn_texts USING fts5 (
    user_text, agent_text, tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE INDEX turns_by_answer ON turns (turn ->> '$.agent_response_at') WHERE transcript_id > 0;
  CREATE TABLE notes (conversation_id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE annotations (
    conversation_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    role TEXT NOT NULL,
    type TEXT NOT NULL,
    PRIMARY KEY (conversation_id, turn, role, type)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE project_settings (
    account_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (account_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE failures (conversation_id TEXT NOT NULL, failure TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX failures_by_time ON failures (at);
  CREATE INDEX failures_by_conversation ON failures (conversation_id);
`;
