package dev.thaw.samples.springdata;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Visits extends JpaRepository<Visit, Long> {
  long countByPet(String pet);
}
