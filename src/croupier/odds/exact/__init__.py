"""One module a procedure: how its wagers are priced, exactly."""
