"""What goes in and comes out: frozen records that know no database and no model."""
