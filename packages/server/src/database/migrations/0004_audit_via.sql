-- Whether an assistant made the change through the MCP endpoint.
alter table audit_entry add column via text check (via in ('mcp'));
