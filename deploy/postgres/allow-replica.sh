#!/bin/sh
# Runs once, when the container of compose.fleet.yaml creates its database: a role for the replica, and leave to connect.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE replica REPLICATION LOGIN PASSWORD :'password';
SQL
echo "host replication replica all scram-sha-256" >> "$PGDATA/pg_hba.conf"
