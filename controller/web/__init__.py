"""What people look at: pages fed by the broker, each with the rights of a role and no more."""
